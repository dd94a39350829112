import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { TransactionDetail } from '#api/money/contracts/transaction.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { download } from '#web/shell/download.ts'
import { showFailure } from '#web/ui/toasts.tsx'
import styles from './transactions.module.css'

/** The documents of a bill by the names that the biller gave them; each is fetched with the reader's own session. */
export function DocumentList({ documents }: { documents: TransactionDetail['documents'] }) {
  const [fetching, setFetching] = useState<string>()
  if (documents.length === 0) return <p>No documents attached</p>
  const open = async (url: string, name: string) => {
    setFetching(url)
    try {
      await download(url, {}, name)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(error)
    } finally {
      setFetching(undefined)
    }
  }
  return (
    <ul className={styles['documents']}>
      {documents.map(({ document_id: id, document_name: name, document_url: url }) => (
        <li key={id}>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={fetching === url}
            onClick={() => void open(url, name)}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  )
}
