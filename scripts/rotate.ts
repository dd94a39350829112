import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addKey, CHANGED_KEYS, type ChangedKey, vouchForKeys } from '#api/secrets.ts'
import { integrityEvents } from '#domain/integrity/events.ts'
import { retireOlder } from './rotate/retire-older.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run rotate -- event-key | seal-key | password-pepper
       npm run rotate -- event-key --retire --by <who> --reason <why>
       npm run rotate -- event-key --vouch

Makes a new key for the MACs of the log's events, or for its seals, beside the old ones. A process takes it into use as it
starts, and what was written before is checked by the old keys: so restart every process, and back up the new file with the
others. From the first seal under a new key on, a seal under an older one is none. Hand the public keys to whoever checks
bundles then: npm run -s verify -- --show-key > public-key.pem
Each but the first has a record, under the one before, that this command made it: without it no start goes on. --vouch writes that of
keys that an earlier version of the portal has made; make sure that they are yours.
A password is kept under a new pepper from the next time that its owner signs in.

With --retire, once every process was restarted: records in the log who retired the older keys of events, and why. Behind that
nothing holds that is signed under one of them, whoever has it still; what was written before does. Keep their files: what is
older is checked by them. Refuses while a process signs under an older key.

Options:
  --retire        retires every key of events but the newest
  --by <who>      who decided it, at most 200 characters
  --reason <why>  kept in the log for good: the number of the incident, nobody's name; at most 2,000 characters
  --vouch         writes the records of keys of an earlier version
  --help          this text

Environment: as for npm run rebuild
  DATA_DIR     the folder of the portal's data; .data when left out
  SECRETS_DIR  DATA_DIR/secrets

Ends with 0 when it is done, 1 when there was nothing to retire, 2 when it could not be tried.
`

const { by: By, reason: Reason } = integrityEvents.EventKeysRetired.shape

const USES: Readonly<Record<ChangedKey, string>> = {
  'event-key': 'Events are written',
  'seal-key': 'The log is sealed',
  'password-pepper': 'Passwords are kept',
}

type Asked = {
  readonly key: ChangedKey
  readonly vouches: boolean
  readonly retired?: { readonly by: string; readonly reason: string }
}

function readArguments(): Asked | 'help' | undefined {
  const options = {
    retire: { type: 'boolean' },
    vouch: { type: 'boolean' },
    by: { type: 'string' },
    reason: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const { retire, vouch: vouches = false, by, reason } = values
  if (values.help === true) return 'help'
  const key = CHANGED_KEYS.find((one) => one === positionals[0])
  if (positionals.length !== 1 || key === undefined) return undefined
  if (retire !== true) return by === undefined && reason === undefined ? { key, vouches } : undefined
  if (vouches) return undefined
  if (key !== 'event-key' || !by || !By.safeParse(by).success || !reason || !Reason.safeParse(reason).success)
    return undefined
  return { key, vouches, retired: { by, reason } }
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (asked === 'help') console.log(HELP)
  if (asked === undefined) console.error(HELP)
  if (asked === 'help' || asked === undefined) return asked === 'help' ? 0 : 2
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  if (asked.retired !== undefined) return retire(dataDir, secretsDir, asked.retired)
  if (asked.vouches) {
    const files = await vouchForKeys(secretsDir, asked.key)
    console.log(files.length === 0 ? 'Each key has its record.' : `Vouched for: ${files.join(', ')}`)
    return 0
  }
  const file = await addKey(secretsDir, asked.key)
  console.log(`Made ${file}. Keep it with the backup of the secrets.`)
  console.log(`${USES[asked.key]} under ${basename(file)} by every process that starts from now on.`)
  return 0
}

async function retire(...asked: Parameters<typeof retireOlder>): Promise<number> {
  const retired = await retireOlder(...asked)
  if (retired === undefined) {
    console.error('Nothing to retire: the newest key of events is the only one that is in use.')
    return 1
  }
  const { keyIds, position } = retired
  console.log(`Retired: ${keyIds.join(', ')}. Recorded in the log at position ${position}.`)
  console.log('Behind it nothing holds that is signed under them. Keep their files: what is older is checked by them.')
  return 0
}

try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
