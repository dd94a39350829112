import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/app.ts'
import { sharedBrowser, visit } from './kit.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startTestApp()
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.end())

test('the API’s documentation opens in a browser and names the operations', async () => {
  await visit(await sharedBrowser(), 'docs', {}, async ({ page, problems }) => {
    await page.goto(`${url}/api/docs`)
    await page.getByRole('heading', { name: 'Cancer Health Fund' }).waitFor()
    await page.locator('[data-path="/api/login"]').waitFor()
    expect(await page.locator('.opblock').count()).toBeGreaterThan(30)
    expect(problems).toEqual([])
  })
})
