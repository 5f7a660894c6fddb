/** Thrown when the user cancels an action; no error is shown. */
export class CanceledByUser extends Error {
  override readonly name = 'Cancelled';
}
