// Changes to commands of the library smtp-server; smtp-server-patches.ts lists all changes.
import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { dsnParameterError } from "../mail/report/dsn-request.ts";

/** AUTH is announced only where a password may travel. RFC 4954 4 */
export function hideAuthInClear(): void {
  const { handler_EHLO: handle } = SMTPConnection.prototype;
  SMTPConnection.prototype.handler_EHLO = function (command, done) {
    const { options } = this._server;
    const methods = options.authMethods;
    if (!this.secure && !options.allowInsecureAuth) options.authMethods = [];
    try {
      handle.call(this, command, done);
    } finally {
      options.authMethods = methods;
    }
  };
}

/** Refuses ENVID and ORCPT that are no xtext or too long, which the library accepts. RFC 3461 4.2, 4.4 */
export function checkDsnParameters(): void {
  for (const name of ["handler_MAIL", "handler_RCPT"] as const) {
    const { [name]: handle } = SMTPConnection.prototype;
    SMTPConnection.prototype[name] = function (command, done) {
      const problem = this._server.options.hideDSN ? null : dsnParameterError(command.toString());
      if (problem === null) return handle.call(this, command, done);
      this.send(501, `5.5.4 ${problem}`);
      done();
    };
  }
}
