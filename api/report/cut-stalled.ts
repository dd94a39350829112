import type { Transform } from 'node:stream'
import type { ExportPatience } from './export-lane.ts'

/**
 * Destroys a stream whose reader stalls, or that takes too long whoever is to blame: no reader holds a connection for
 * ever. `passed` says how many bytes have gone through; waiting for bytes that are not there yet is not the reader's.
 */
export function cutStalled(
  stream: Transform,
  { stalledMs, leastBytes, wholeMs }: ExportPatience,
  passed: () => number,
): void {
  let before = 0
  const look = setInterval(() => {
    const isWanted = passed() - before >= leastBytes || stream.readableLength === 0
    before = passed()
    if (!isWanted) stream.destroy(new Error('The reader of an export has stalled'))
  }, stalledMs)
  const whole = setTimeout(() => stream.destroy(new Error('An export took too long')), wholeMs)
  stream.once('close', () => {
    clearInterval(look)
    clearTimeout(whole)
  })
}
