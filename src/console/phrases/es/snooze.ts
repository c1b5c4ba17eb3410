// Words of the pages: threads that sleep until a time. In Spanish, made without a native speaker's review.
import type * as english from "../snooze.ts";
import type { Translated } from "../translated.ts";

export const snooze: Translated<typeof english.snooze> = {
  snooze: "Posponer",
  hint: "Fuera de «Abierto» hasta una hora, o hasta que llegue correo",
  wake: "Despertar ahora",
  later: "Hoy más tarde",
  tomorrow: "Mañana",
  monday: "El próximo lunes",
  month: "Dentro de cuatro semanas",
  until: (zone) => `Hasta (hora de ${zone})`,
  sleeps: "Pospuesto hasta el",
  noTime: "Elija una fecha y una hora futuras.",
};
