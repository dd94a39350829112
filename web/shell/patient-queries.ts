import { queryOptions } from '@tanstack/react-query'
import type { BillNotices } from '#api/money/contracts/notice.ts'
import type { OwnWallet } from '#api/money/contracts/wallet.ts'
import { api } from './api-client.ts'
import { OF_THE_FRAME } from './shown-until.ts'

const NOTICES = '/api/notification/transactions'

/** The signed-in patient's own wallet, on their pages and beside the header's bell. */
export const myWalletQuery = queryOptions({
  queryKey: ['/api/wallet'],
  queryFn: ({ signal }) => api.get<typeof OwnWallet>('/api/wallet', { signal }),
  refetchInterval: 60_000,
})

/** What the bell tells the signed-in person; read again now and then, as the menu is. */
export const noticesQuery = queryOptions({
  queryKey: [NOTICES],
  queryFn: ({ signal }) => api.get<typeof BillNotices>(NOTICES, { signal }),
  meta: OF_THE_FRAME,
  refetchInterval: 60_000,
})
