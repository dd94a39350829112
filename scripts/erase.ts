import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { peopleAnswers } from '#api/people/refusals.ts'
import { patientNamed } from '#api/money/patient-in-log.ts'
import { erasePerson } from '#api/people/erasure/erase-person.ts'
import { newId } from '#commands/ids.ts'
import { Id } from '#domain/kernel/text.ts'
import { withEraser } from './erase/with-eraser.ts'
import { findEventStore } from './start/event-store.ts'
import { findDatabases } from './start/find-databases.ts'
import { showEnd } from './start/refusal.ts'

const HELP = `Usage: npm run erase -- --person <CHF id or user id> --by <who> --reason <why>

Erases a person for good: their key, and with it whatever is personal of them in the log; their rows, files, sessions
and orders. Money, hashes and bills without names stay. The portal may run meanwhile; each of its processes may still
show what it has in memory for half a minute. Run it where DATA_DIR/documents is. Called again it goes on where it was cut.

Options:
  --person <id>   a CHF id (CHF-000123) or a user id
  --by <who>      who decided it: a user id or a short name without spaces
  --reason <why>  kept in the log for good: the number of the request, nobody's name
  --help          this text

Environment: as for npm run rebuild
`

type Asked = { readonly person: string; readonly by: string; readonly reason: string }

function readArguments(): Asked | 'help' | undefined {
  const options = {
    person: { type: 'string' },
    by: { type: 'string' },
    reason: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  } as const
  const { person, by, reason, help } = parseArgs({ options }).values
  if (help === true) return 'help'
  if (!person || !reason || !Id.safeParse(by).success || by === undefined) return undefined
  return { person, by, reason }
}

async function erase({ person, by, reason }: Asked): Promise<number> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? '.data')
  const found = await findDatabases(dataDir, 'write')
  const eventStoreUrl = process.env['EVENTSTORE_URL'] ?? ''
  const elsewhere = eventStoreUrl === '' ? undefined : await findEventStore(eventStoreUrl)
  const secretsDir = process.env['SECRETS_DIR'] ?? join(dataDir, 'secrets')
  try {
    await elsewhere?.check()
    return await withEraser({ ...found, dataDir, secretsDir, openElsewhere: elsewhere?.open }, async (eraser) => {
      const place = await eraser.pool.query<{ id: string }>('select id from patient_place where chf_id = upper($1)', [
        person,
      ])
      const found = place.rows[0]?.id
      // A row may say another number than the log: nobody is erased for it.
      if (found !== undefined && (await patientNamed(eraser.handler, person, found)) === undefined) {
        console.error(`Not erased: ${person} is not what the log calls that patient. Run npm run verify.`)
        return 1
      }
      const personId = found ?? person
      const id = newId(eraser.now())
      const done = await erasePerson(eraser, {
        ...{ type: 'ErasePerson', id, by, at: new Date(eraser.now()).toISOString(), data: { personId, reason } },
        origin: { roles: [], permission: '', correlationId: id },
      })
      if (done.outcome === 'refused') {
        const { message } = peopleAnswers[done.refusal.refused]
        console.error(`Not erased: ${typeof message === 'string' ? message : message(done.refusal.detail ?? {}, '')}`)
        return 1
      }
      console.log(`Erased. Recorded in the log at position ${done.position}.`)
      console.log('Back up the keys (npm run backup -- <folder> --keys-only): by them a restore knows of it.')
      return 0
    })
  } finally {
    await found.stop?.()
  }
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (asked === 'help') console.log(HELP)
  if (asked === undefined) console.error(`An erasure names --person, --by and --reason\n\n${HELP}`)
  if (asked === 'help' || asked === undefined) return asked === 'help' ? 0 : 2
  return erase(asked)
}

process.exitCode = await main().catch((error: unknown) => {
  showEnd(error, HELP)
  return 1
})
