import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { listen } from '#scripts/start/listen.ts'
import { WrongUsage } from '#scripts/start/options.ts'

test('a port that was taken after it had been tried is told in words', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const app = fastify()
  try {
    const refused = listen(app, '127.0.0.1', port)
    await expect(refused).rejects.toThrow(WrongUsage)
    await expect(refused).rejects.toThrow(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`)
  } finally {
    await app.close()
    other.close()
  }
})
