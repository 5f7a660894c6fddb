/** Thrown when the user cancels an action. Show no error. */
export class CanceledByUser extends Error {
  override readonly name = 'Cancelled';
}
