import { parseArgs } from 'node:util'
import { storeSample } from './event-samples.ts'

const HELP = `Stores the sample of a new event type, or of a new version of one, in tests/domain/stored-events.

  node --import ./scripts/typescript.mjs tests/support/event-sample-program.ts <EventType> '<its data as JSON>'

A sample is what a log keeps, byte for byte. A test reads every sample with the present code, so that no change of a
schema loses the past. A sample that is there is never written again: a changed event needs an upcaster, which makes
a new version with a sample of its own.`

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
const [type, json] = positionals
if (values.help === true || type === undefined || json === undefined) {
  console.log(HELP)
  process.exitCode = values.help === true ? 0 : 1
} else {
  const data: Record<string, unknown> = JSON.parse(json)
  console.log(`Stored ${await storeSample(type, data)}`)
}
