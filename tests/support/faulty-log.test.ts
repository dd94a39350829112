import { expect, test } from 'vitest'
import { NO_STREAM } from '#commands/log/event-log.ts'
import { createMemoryLog } from '#commands/log/memory/log.ts'
import { faultAt, faultyLog } from './faulty-log.ts'
import { anEvent, freshStream } from './stored-events.ts'

test('an append made to fail before writes nothing', async () => {
  const [log, stream] = [createMemoryLog(), freshStream()]
  const faulty = faultyLog(log, faultAt(2, 'fail before'))
  await faulty.append(stream, NO_STREAM, [anEvent()])
  await expect(faulty.append(stream, 0, [anEvent()])).rejects.toMatchObject({ name: 'FaultyAnswer', append: 2 })
  expect(await log.read(stream)).toHaveLength(1)
  expect(await faulty.append(stream, 0, [anEvent()])).toMatchObject({ revision: 1 })
})

test('an append made to lose its answer writes all the same', async () => {
  const [log, stream, event] = [createMemoryLog(), freshStream(), anEvent()]
  const faulty = faultyLog(log, faultAt(1, 'lose answer'))
  await expect(faulty.append(stream, NO_STREAM, [event])).rejects.toMatchObject({ name: 'FaultyAnswer' })
  expect(await log.read(stream)).toHaveLength(1)
  expect(await faulty.append(stream, NO_STREAM, [event])).toMatchObject({ revision: 0 })
})
