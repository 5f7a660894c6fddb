/** Something the person at the keyboard can mend: told in one line, without a stack. */
export class SetUpFailure extends Error {}

/** Runs a script's body; a set-up failure ends it with one line and exit code 1. */
export async function orExplain(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
