/** The facts that a refusal carries (`Refusal.detail`). */
export type Detail = Readonly<Record<string, unknown>>

/** How a refusal is told over HTTP; `who` is the name of the person in `detail.by`. */
type Answer = {
  readonly status: 404 | 409 | 422
  /** The field of the request that the refusal is about. */
  readonly field?: string
  readonly message: string | ((detail: Detail, who: string) => string)
}

/** One answer for each refusal: a new refusal does not compile until it is answered. */
export type Answers<Code extends string> = Readonly<Record<Code, Answer>>
