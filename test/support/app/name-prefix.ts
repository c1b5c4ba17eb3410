// Names of the PostgreSQL databases that tests make.

/** Of this process's databases: those that outlive it are found by it (drop-databases.ts). */
export const namePrefix = `postroom_test_${process.pid}_`;
