import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type StockEvent, stockEvents } from '#domain/catalogue/stock/events.ts'
import { afterMovement, stock, stockId } from '#domain/catalogue/stock/stock.ts'
import { StockDetail } from '#api/catalogue/contracts/product.ts'
import { pastOf } from '#api/catalogue/past-of.ts'
import { SEES_PRODUCTS } from '#api/catalogue/products/product-path.ts'
import { StockPath, stockReached } from './stock-path.ts'

/** GET /api/products/{id}/coes/{coeId}/stock: what a hospital has of a drug and how it came to that, from the log. */
export const viewStock: FastifyPluginAsyncZod = async (app) => {
  app.route({
    method: 'GET',
    url: '/api/products/:id/coes/:coeId/stock',
    config: { permission: SEES_PRODUCTS, scope: 'reach', shows: ['user_account'] },
    schema: {
      tags: ['Products'],
      summary: 'The stock of a product at a hospital with its movements',
      params: StockPath,
      response: { 200: StockDetail },
    },
    handler: async (request) => {
      const about = await stockReached(app.context, request.params, request.reach())
      const past = { decider: stock, events: stockEvents, id: stockId(about) }
      const { state, history } = await pastOf(app.context, past, (event, before) => ({
        what: inWords(event, before.quantity),
        why: 'reason' in event.data ? event.data.reason : null,
      }))
      const { coeId: coe_id, coeName: coe_name } = about
      return {
        data: { coe_id, coe_name, quantity: state.quantity ?? null, revision: state.revision, history },
      }
    },
  })
}

function inWords(event: StockEvent, before: number | undefined): string {
  const after = afterMovement(before, event)
  const { type, data } = event
  switch (type) {
    case 'StockReceived':
      return `${number(data.quantity)} received${data.note === undefined ? '' : ` (${data.note})`}: ${fromTo(before, after)}`
    case 'StockRemoved':
      return `${number(data.quantity)} removed: ${fromTo(before, after)}`
    case 'StockCounted':
      return before === after ? `Counted: ${number(after)}, as recorded` : `Counted: ${fromTo(before, after)}`
  }
}

const number = (quantity: number) => quantity.toLocaleString('en-NG')
const fromTo = (before: number | undefined, after: number) =>
  before === undefined ? `the first record, ${number(after)}` : `from ${number(before)} to ${number(after)}`
