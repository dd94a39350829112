import { expect, test } from 'vitest'
import { LogUnavailable } from '#commands/log/event-log.ts'
import { ConnectionLost } from '#commands/postgres.ts'
import { rarely } from '#commands/rarely.ts'

const cut = () => Object.assign(new Error('of no concern'), { code: 'ECONNREFUSED' })

function listening() {
  const said: { readonly message: string; readonly error: unknown }[] = []
  let elapsed = 0
  const say = rarely(
    (message, error) => said.push({ message, error }),
    () => elapsed,
  )
  return { say, said, pass: (ms: number) => void (elapsed += ms) }
}

test('what repeats is said once a minute, with how often it was left unsaid', () => {
  const { say, said, pass } = listening()
  for (let second = 0; second < 150; second += 1) {
    say('The sealer has failed', cut())
    pass(1_000)
  }
  expect(said.map(({ message }) => message)).toEqual([
    'The sealer has failed (Error: of no concern, code ECONNREFUSED)',
    'The sealer has failed (Error: of no concern, code ECONNREFUSED), and 59 times more since this was last said',
    'The sealer has failed (Error: of no concern, code ECONNREFUSED), and 59 times more since this was last said',
  ])
})

test('another reason, and another part, is said at once', () => {
  const { say, said } = listening()
  say('The sealer has failed', cut())
  say('The sealer has failed', new Error('Query read timeout'))
  say('The heartbeat has failed', cut())
  say('The sealer has failed', new LogUnavailable(cut()))
  expect(said).toHaveLength(4)
  expect(said[1]?.message).toBe('The sealer has failed (Error: Query read timeout)')
})

test('a connection that was lost while nobody asked anything is one line, as its end is noticed here and has no code', () => {
  const { say, said } = listening()
  say('The log listener has failed', new ConnectionLost('The connection that hears of appends was cut'))
  expect(said).toEqual([
    {
      message: 'The log listener has failed (ConnectionLost: The connection that hears of appends was cut)',
      error: undefined,
    },
  ])
})

test('only what does not pass by itself is told with its error, and so its stack', () => {
  const { say, said } = listening()
  const fault = new TypeError('a fault of ours')
  say('The sealer has failed', cut())
  say('The sealer has failed', fault)
  say('Stopped')
  expect(said.map(({ error }) => error)).toEqual([undefined, fault, undefined])
})
