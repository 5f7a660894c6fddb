// The site's process loads this file first, so that its clock stands still and pages show the same days and
// times in each run.
import { ServerResponse } from 'node:http';
import { now } from './now.ts';

Date.now = () => now;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now], newTarget),
});

// Node writes this header from its own clock, and pages follow the server's clock if theirs is far from it.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...args: unknown[]) {
  this.setHeader('Date', new Date().toUTCString());
  return Reflect.apply(writeHead, this, args);
};
