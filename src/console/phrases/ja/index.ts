import { german } from "../de/index.ts";
export const japanese = german;
