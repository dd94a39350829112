import { careStreams } from './care/streams.ts'
import { catalogueStreams } from './catalogue/streams.ts'
import { integrityStreams } from './integrity/follows.ts'
import type { StreamRules } from './kernel/follows.ts'
import { moneyStreams } from './money/streams.ts'
import { peopleStreams } from './people/streams.ts'
import { readModelStreams } from './read-model/follows.ts'

/** Every kind of stream there is, with what may follow what in it; but for the log's own seals, which are proof of themselves. */
export const allStreams: readonly StreamRules[] = [
  ...careStreams,
  ...catalogueStreams,
  integrityStreams,
  ...moneyStreams,
  ...peopleStreams,
  readModelStreams,
]
