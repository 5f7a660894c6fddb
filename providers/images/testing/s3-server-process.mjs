// An S3-compatible server that checks signatures. It runs in a separate process, because its tokens need the
// old ciphers of OpenSSL.
import S3rver from '@20minutes/s3rver';

const [directory, port] = process.argv.slice(2);
const server = new S3rver({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'pictures' }],
});
await server.run();
process.on('disconnect', () => process.exit());
process.send?.('ready');
