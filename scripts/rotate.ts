import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addEventKey } from '#api/secrets.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run rotate -- event-key

Makes a new key for the MACs of the log's events, beside the old ones. A process takes it into use as it starts, and
what was written before is checked by the old keys: so restart every process, and back up the new file with the others.

Environment:
  DATA_DIR     the folder of the portal's data; .data when left out
  SECRETS_DIR  DATA_DIR/secrets
`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  if (positionals.length !== 1 || positionals[0] !== 'event-key') {
    console.error(HELP)
    return 2
  }
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const file = await addEventKey(process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets'))
  console.log(`Made ${file}. Keep it with the backup of the secrets.`)
  console.log(`Events are written under ${basename(file)} by every process that starts from now on.`)
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
