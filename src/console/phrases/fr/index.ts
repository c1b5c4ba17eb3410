import { german } from "../de/index.ts";
export const french = german;
