// Runs s3rver with one bucket, on a free port or the one that is named, and prints the port.
import S3rver from "s3rver";

const [directory = "", wanted = "0"] = process.argv.slice(2);
const server = new S3rver({
  address: "127.0.0.1",
  port: Number(wanted),
  silent: true,
  directory,
  configureBuckets: [{ name: "postroom", configs: [] }],
});
const address = await server.run();
process.stdout.write(`${address.port}`);
