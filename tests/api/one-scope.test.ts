import fastify, { type FastifyPluginAsync } from 'fastify'
import { expect, test } from 'vitest'
import { inOneScope } from '#api/endpoint.ts'

const answering =
  (url: string): FastifyPluginAsync =>
  async (app) =>
    void app.get(url, async () => ({ url }))

test.each<[string, FastifyPluginAsync]>([
  ['addHook', async (app) => void app.addHook('onRequest', async () => undefined)],
  ['decorateRequest', async (app) => void app.decorateRequest('mine')],
  ['setErrorHandler', async (app) => void app.setErrorHandler(() => 'mine')],
])('an endpoint that says for all others what holds (%s) stops the start', async (name, says) => {
  const app = fastify()
  await expect(app.register(inOneScope([answering('/one'), says])).ready()).rejects.toThrow(`${name} would hold`)
})

test('what an endpoint says in a scope of its own holds there and nowhere else', async () => {
  const closed: FastifyPluginAsync = async (app) => {
    await app.register(async (own) => {
      own.addHook('onRequest', async (_, reply) => reply.code(403).send({}))
      own.get('/closed', async () => ({}))
    })
  }
  const app = fastify()
  await app.register(inOneScope([answering('/before'), closed, answering('/after')]))
  const codes = await Promise.all(
    ['/before', '/closed', '/after'].map(async (url) => (await app.inject({ url })).statusCode),
  )
  expect(codes).toEqual([200, 403, 200])
  await app.close()
})
