import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses what the API makes: answers and CSV, which shrink to a tenth on a slow network. The web app's files lie
 * there compressed; documents are compressed already. Nothing that a client sends is ever inflated: a small body could
 * become a huge one.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    customTypes: /^(application\/json|text\/csv)\b/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
