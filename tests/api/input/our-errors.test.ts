import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { InvalidEvent } from '#commands/log/codec.ts'
import { RevisionConflict } from '#commands/log/event-log.ts'
import { answerErrors } from '#api/plugins/errors.ts'

async function answerTo(error: Error) {
  const app = fastify()
  answerErrors(app)
  app.get('/', () => Promise.reject(error))
  return app.inject({ url: '/' })
}

test('somebody else who was faster is 409', async () => {
  const answer = await answerTo(new RevisionConflict('wallet-pool', 3))
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toEqual({ message: expect.any(String) as string })
})

test('an event that the codec refuses is 422, by the name that the field has on the wire', async () => {
  const { error } = z.object({ firstName: z.string().max(3) }).safeParse({ firstName: 'Adaeze' })
  if (error === undefined) throw new Error('It must not fit')
  const answer = await answerTo(new InvalidEvent('UserProfileChanged', error))
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual(['first_name'])
  expect(answer.body).not.toContain('Adaeze')
})
