// Imported before a portal process of the drill: its clock differs from the machine's by as many milliseconds as the
// file DRILL_CLOCK says. The portal itself knows nothing of it. Timers go on as they do when a machine's clock is set.
import { readFileSync } from 'node:fs'

const file = process.env.DRILL_CLOCK
const RealDate = Date
let offset = 0

function readOffset() {
  try {
    offset = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    offset = 0 // A disk that is full or a file that is being written: the next look finds it.
  }
}

if (file !== undefined) {
  readOffset()
  setInterval(readOffset, 200).unref()
  globalThis.Date = class Date extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + offset)
      else super(...given)
    }
    static now() {
      return RealDate.now() + offset
    }
  }
}
