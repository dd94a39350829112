import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { useUser } from '#web/shell/session-queries.ts'
import { chatQuery } from './chat-api.ts'
import { transactionQuery } from '#web/features/money/transactions/transactions-api.ts'
import { Money } from '#web/ui/money.tsx'
import { Facts, Panel, Screen } from '#web/ui/screen.tsx'
import { ChatPanel } from './chat-panel.tsx'

/** The chat of a dispute on a page of its own (spec, S065): the newest of the bill, or the one that `dispute` names. */
export default function DisputeChatScreen() {
  const { id = '' } = useParams()
  // A hospital resolves its disputes where it lists them.
  const list = useUser().coe === null ? '/superadmin/transactions/dispute' : '/coeadmin/dispute'
  const [search] = useSearchParams()
  const disputeId = search.get('dispute') ?? undefined
  // The panel below asks the same; a bill may be named by its number in the address.
  const reached = useQuery(chatQuery({ billId: id, disputeId })).data?.data.transaction
  const bill = useQuery({ ...transactionQuery(reached?.id ?? ''), enabled: reached !== undefined }).data?.data
  const title = reached === undefined ? 'Dispute chat' : `Dispute chat: ${reached.transaction_id}`
  return (
    <Screen
      title={title}
      intro="What the hospital and the ministry say about the dispute."
      action={
        <Button component={Link} to={list} variant="default">
          All disputes
        </Button>
      }
    >
      {bill !== undefined && (
        <Facts
          items={[
            { name: 'Hospital', value: bill.coe.coe_name },
            { name: 'Patient ID', value: bill.user.patient.chf_id },
            { name: 'Total', value: <Money naira={bill.total} /> },
          ]}
        />
      )}
      <Panel title="Chat">
        <ChatPanel billId={id} disputeId={disputeId} />
      </Panel>
    </Screen>
  )
}
