import type { Seal } from '#domain/seal/events.ts'

/**
 * A second place that keeps the seals, on another disk or with somebody else: what it holds, whoever has all of this
 * machine cannot take back. Calls throw when it is away, and may be made again.
 */
export type SecondPlace = {
  /** Where it is, for whoever runs the portal; tells no secret. */
  readonly name: string
  /** Its last seals in order of number, the very last among them; none when it has none. */
  last(signal?: AbortSignal): Promise<readonly Seal[]>
  /**
   * Keeps them, in order of number; one that it has already is fine. Throws SealsDisagree when it has another of its number.
   * Whether it kept them, `last` tells.
   */
  take(seals: readonly Seal[], signal?: AbortSignal): Promise<void>
}
