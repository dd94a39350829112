import { vi } from 'vitest'

const RealDate = Date

/** Sets the clock of the machine that this process sees so many milliseconds off; timers go on. 0 puts it right. */
export function setMachineClock(offMs: number): void {
  vi.unstubAllGlobals()
  if (offMs === 0) return
  const Stepped = class extends RealDate {
    static override now = () => RealDate.now() + offMs
  }
  const stepped = new Proxy(Stepped, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [target.now()] : given, made),
  })
  vi.stubGlobal('Date', stepped)
}
