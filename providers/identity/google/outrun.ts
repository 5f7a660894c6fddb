/** Another request has changed what this one stood on: the transaction is undone, and the rule looks again. */
export class Outrun extends Error {
  override readonly name = 'Outrun';
}
