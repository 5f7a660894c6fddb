// The test runners preload this file, because a minimal Debian has no /etc/hosts and does not resolve
// `localhost`.
const dns = require('node:dns');

const { lookup } = dns;
const lookupPromise = dns.promises.lookup;
const loopback = { address: '127.0.0.1', family: 4 };
const isUnknown = (error, hostname) => hostname === 'localhost' && error?.code === 'ENOTFOUND';

dns.lookup = (hostname, options, callback = options) => {
  const all = typeof options === 'object' && options?.all;
  return lookup(hostname, callback === options ? {} : options, (error, ...found) => {
    if (!isUnknown(error, hostname)) callback(error, ...found);
    else if (all) callback(null, [loopback]);
    else callback(null, loopback.address, loopback.family);
  });
};

dns.promises.lookup = (hostname, options) =>
  lookupPromise(hostname, options).catch((error) => {
    if (!isUnknown(error, hostname)) throw error;
    return options?.all ? [loopback] : loopback;
  });
