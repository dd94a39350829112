import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFiles } from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { CommentDetail as Comment } from '#api/money/contracts/comment.ts'
import { DocumentList } from '#web/features/money/transactions/document-list.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { HIDDEN } from '#web/ui/hidden.ts'
import { ApiError } from '#web/shell/api-error.ts'
import { Detail } from '#web/ui/detail.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RecordDetail } from '#web/ui/record/record-detail.tsx'
import { Facts, Panel } from '#web/ui/screen.tsx'
import { commentQuery } from './comments-api.ts'

/** One comment on a patient's bill at its own URL (spec, S033). */
export default function CommentDetail() {
  const { patientId = '', commentId = '' } = useParams()
  const query = useQuery(commentQuery(patientId, commentId))
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Detail title="Comment">
        <EmptyState title="No comment is loaded" hint="No comment has this address. Choose one from the list." />
      </Detail>
    )
  return (
    <RecordDetail title="Comment" query={query}>
      {(comment) => <CommentRecord key={comment.id} comment={comment} />}
    </RecordDetail>
  )
}

function CommentRecord({ comment: { commented_by: by, coe_name: hospital, ...comment } }: { comment: Comment }) {
  const { documents } = comment
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Facts
        items={[
          { name: 'Physician', value: by },
          { name: 'Hospital', value: hospital },
          { name: 'Date', value: <DateText value={comment.created_at} time /> },
        ]}
      />
      <Panel title="Comment">
        <p>{comment.is_masked ? HIDDEN : comment.comment}</p>
      </Panel>
      {documents.length > 0 && (
        <Panel title="Documents">
          {isOpen ? (
            <DocumentList documents={documents} />
          ) : (
            <Button variant="default" leftSection={<IconFiles size={18} aria-hidden />} onClick={() => setOpen(true)}>
              Documents ({documents.length})
            </Button>
          )}
        </Panel>
      )}
    </>
  )
}
