/**
 * A start or a tool must not go on, for a reason that an operator can mend: the message says what is wrong and what to
 * do, and is shown alone, without a stack.
 */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartRefused'
  }
}
