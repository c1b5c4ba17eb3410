// Runs s3rver on a free port with one bucket and prints the port.
import S3rver from "s3rver";

const [directory = ""] = process.argv.slice(2);
const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: "postroom", configs: [] }],
});
const address = await server.run();
process.stdout.write(`${address.port}`);
