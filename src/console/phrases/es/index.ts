import { german } from "../de/index.ts";
export const spanish = german;
