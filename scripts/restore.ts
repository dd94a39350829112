import { parseArgs } from 'node:util'
import { askedOf } from './backup/asked.ts'
import { restoreBackup, type Restored } from './restore/restore-backup.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run restore -- <folder> [options]

Restores the newest backup of a folder into an empty place: a DATA_DIR without a portal, and an empty database where
one is named. Put the secrets into SECRETS_DIR first. The newest keys are taken, whatever the data are: who was erased
since is erased again. All or nothing; one that was killed is begun again by the next, which says what to clear first.

Options:
  --keys <folder>  where the keys are; <folder>/keys when left out
  --of <moment>    older data, as their folder is named: 2026-11-22T18-00-00.000Z
  --help           this text

Environment: as for npm run backup, of the new place

Ends with 0, with 1 when all was restored and those who were erased since are still to be erased again (the portal does it),
with 2 when nothing was restored.
`

function readArguments() {
  const options = {
    keys: { type: 'string' },
    of: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  return parseArgs({ options, allowPositionals: true })
}

function show({ data: { head, lastSeal }, erasing, notErased }: Restored) {
  const sealed =
    lastSeal === null ? 'nothing of it sealed' : `sealed up to ${lastSeal.position} (seal ${lastSeal.number})`
  console.log(`Restored: the log up to position ${head.position} of ${head.recordedAt}, ${sealed}.`)
  if (erasing > 0) console.log(`Who was erased since was erased again: ${erasing} events behind it.`)
  if (notErased !== undefined) {
    console.error('Who was erased since could not be erased again; the portal does it as soon as it writes:')
    showEnd(notErased, HELP)
  }
  console.log(
    'Next: npm run verify, then start the portal. It builds its read models from the log; people sign in again.',
  )
  console.log('What is behind that position is lost to the portal: a second place of the seals says so, and is right.')
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments()
  if (values.help === true) {
    console.log(HELP)
    return 0
  }
  const asked = askedOf(positionals, values.keys)
  const begun = performance.now()
  const restored = await restoreBackup({
    ...asked,
    ...(values.of === undefined ? {} : { name: values.of }),
    openDatabases: () => findDatabases(asked.dataDir, 'write'),
    say: (line) => console.log(line),
  })
  show(restored)
  console.log(`Done in ${((performance.now() - begun) / 1000).toFixed(1)} s.`)
  return restored.notErased === undefined ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  showEnd(error, HELP)
  process.exitCode = 2
}
