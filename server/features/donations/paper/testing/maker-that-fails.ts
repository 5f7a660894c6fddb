// Stands for pdf-maker.ts in tests of what the server does when that fails.
const [, , how] = process.argv;

process.on('message', () => {
  if (how === 'dies') process.exit(1);
  if (how === 'answers') process.send?.({ pdf: new Uint8Array(1) });
});
process.on('disconnect', () => process.exit());
