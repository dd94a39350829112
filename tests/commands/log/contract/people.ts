import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCodec } from '#commands/log/codec.ts'
import { checkEvent } from '#commands/log/event-hash.ts'
import { createDomainLog } from '#commands/log/coded-log.ts'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { createMemoryKeys } from '#commands/log/memory/keys.ts'
import { personal, personalText, withFacts } from '#domain/kernel/event-table.ts'
import { command } from '#tests/support/command.ts'
import { freshStream } from '#tests/support/stored-events.ts'
import type { ContractContext } from './context.ts'
import { TEST_EVENT_KEYS, testSecrets } from '#tests/support/test-secrets.ts'

const present = z.object({ personId: z.string(), said: personalText(z.string(), 'personId'), seat: z.int() })

/** Somebody refers a patient, before others. */
const table = {
  PatientReferred: withFacts(
    z.object({
      patientId: z.string(),
      why: personalText(z.string()),
      doctorId: z.string(),
      phone: personal(z.string().nullable(), null, 'doctorId'),
      heard: z.array(present),
    }),
    { subject: 'patientId' },
  ),
}
const referred = {
  type: 'PatientReferred',
  data: {
    patientId: 'ngozi',
    why: 'A lump',
    doctorId: 'bola',
    phone: '0803',
    heard: [
      { personId: 'ada', said: 'At last', seat: 1 },
      { personId: 'ngozi', said: 'I fear it', seat: 2 },
    ],
  },
}

/** One event about several people, through the codec and whatever keeps it. */
export function people({ log }: ContractContext): void {
  describe('an event about several people', () => {
    const open = async () => {
      const keys = createMemoryKeys()
      const coded = createDomainLog(log(), createCodec(table, keys, testSecrets()), keys)
      const stream = freshStream()
      await coded.append(stream, { revision: NO_STREAM, hash: '' }, [referred], command('Refer', {}))
      const read = async () => (await coded.read(stream))[0]?.event.data
      return { keys, coded, stream, read }
    }

    test('holds what is personal of each under their own key', async () => {
      const { stream, read } = await open()
      const [stored] = await log().read(stream)
      expect(stored?.data).not.toMatch(/lump|0803|last|fear/)
      expect(stored?.data).toMatch(/"seat":2/)
      expect(await read()).toEqual(referred.data)
    })

    test('keeps what is the others’ readable when one of them is erased, and its hash', async () => {
      const { keys, stream, read } = await open()
      const { data } = referred
      await keys.destroy('ngozi')
      const [first, second] = data.heard
      const left = { ...data, why: '[erased]', heard: [first, { ...second, said: '[erased]' }] }
      expect(await read()).toEqual(left)
      await keys.destroy('bola')
      expect(await read()).toEqual({ ...left, phone: null })
      const [stored] = await log().read(stream)
      expect(stored && checkEvent(stored, TEST_EVENT_KEYS).mac === 'holds').toBe(true)
    })

    test('is written after one of them was erased, without what would be theirs', async () => {
      const { keys, coded } = await open()
      await keys.destroy('ngozi')
      const stream = freshStream()
      await coded.append(stream, { revision: NO_STREAM, hash: '' }, [referred], command('Refer', {}))
      const [recorded] = await coded.read(stream)
      expect(recorded?.event.data).toMatchObject({ why: '[erased]', phone: '0803', heard: [{ said: 'At last' }, {}] })
      const [stored] = await log().read(stream)
      expect(stored?.data).not.toMatch(/lump|fear/)
    })
  })
}
