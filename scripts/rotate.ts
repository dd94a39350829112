import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addKey, CHANGED_KEYS } from '#api/secrets.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run rotate -- event-key | seal-key

Makes a new key for the MACs of the log's events, or for its seals, beside the old ones. A process takes it into use as it
starts, and what was written before is checked by the old keys: so restart every process, and back up the new file with the
others. From the first seal under a new key on, a seal under an older one is none. Hand the public keys to whoever checks
bundles then: npm run -s verify -- --show-key > public-key.pem

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
  const key = CHANGED_KEYS.find((one) => one === positionals[0])
  if (positionals.length !== 1 || key === undefined) {
    console.error(HELP)
    return 2
  }
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const file = await addKey(process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets'), key)
  console.log(`Made ${file}. Keep it with the backup of the secrets.`)
  const what = key === 'event-key' ? 'Events are written' : 'The log is sealed'
  console.log(`${what} under ${basename(file)} by every process that starts from now on.`)
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
