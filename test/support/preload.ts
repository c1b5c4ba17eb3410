// Loaded before every test file (bunfig.toml): temporary files of this process go with it, also when it is killed.
import { mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = join(tmpdir(), `postroom-${process.pid}`);
mkdirSync(folder, { recursive: true });
process.env.TMPDIR = folder;
// It reads until this process is gone, however that ends; servers that it leaves are gone a moment later.
const script = `trap '' HUP INT TERM; cat; rm -rf "$0" || { sleep 5; rm -rf "$0"; }`;
Bun.spawn(["sh", "-c", script, folder], { stdin: "pipe", stdout: "ignore", stderr: "ignore" }).unref();
