// Words of the pages: threads that sleep until a time.
export const snooze = {
  snooze: "Snooze",
  hint: "Out of Open until a time, or until mail comes",
  wake: "Wake now",
  later: "Later today",
  tomorrow: "Tomorrow",
  monday: "Next Monday",
  month: "In four weeks",
  until: (zone: string) => `Until (time of ${zone})`,
  sleeps: "Sleeps until",
  noTime: "Choose a date and a time to come.",
};
