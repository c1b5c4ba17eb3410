// Loaded before every test file (bunfig.toml).
export {};
