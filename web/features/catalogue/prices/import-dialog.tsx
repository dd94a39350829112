import { Alert, Button, Modal, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import { MAX_FILE } from '#api/catalogue/contracts/price-import.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { ImportLines } from './import-lines.tsx'
import { importPrices, previewImport } from './price-import-api.ts'
import styles from './prices.module.css'

/** A price list from a spreadsheet: chosen, looked at line by line, and imported as it was looked at. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const input = useId()
  const [csv, setCsv] = useState('')
  const [wrong, setWrong] = useState<string>()
  const looking = useCommand({ run: previewImport, quiet: true, savesNothing: true })
  const [preview, setPreview] = useState<Awaited<ReturnType<typeof looking.submit>>>()
  const importing = useCommand({
    run: importPrices,
    success: ({ message }) => message,
    onDone: onClose,
    quiet: true,
    keptAs: 'price-import',
  })
  const isRunning = looking.isRunning || importing.isRunning
  const look = async (text: string) => {
    importing.clearError()
    setPreview(undefined)
    setPreview(await looking.submit({ csv: text }))
  }
  const choose = async (file: File | undefined) => {
    setWrong(undefined)
    looking.clearError()
    setPreview(undefined)
    if (file === undefined) return
    if (file.size > MAX_FILE) {
      setWrong(`The file is too large. The limit is ${MAX_FILE / 1_000} kB`)
      return
    }
    const text = await file.text().catch(() => undefined)
    if (text === undefined) {
      setWrong('The file could not be read. Choose it again.')
      return
    }
    setCsv(text)
    await look(text)
  }
  const close = () => {
    if (isRunning) return
    importing.leave()
    onClose()
  }
  const shown = preview?.data
  const toDo = shown === undefined ? 0 : shown.counts.new + shown.counts.changed
  const error = wrong ?? looking.error?.message ?? importing.error?.message
  return (
    <Modal opened onClose={close} title="Import a price list" closeOnClickOutside={false} size="xl">
      <Stack>
        <p className={styles['about'] ?? ''}>
          A CSV file with the columns of the price list. You see every change before anything is saved.
        </p>
        <div className={styles['file'] ?? ''}>
          <label htmlFor={input}>CSV file</label>
          <input
            id={input}
            type="file"
            accept=".csv,text/csv"
            data-autofocus
            disabled={isRunning}
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </div>
        {error !== undefined && (
          <Alert color="red" variant="outline" role="alert">
            {error}
          </Alert>
        )}
        {looking.isRunning && <p role="status">Checking the changes</p>}
        {shown !== undefined && <ImportLines preview={shown} />}
        <DialogEnd>
          <Button variant="default" onClick={close} disabled={isRunning}>
            Close
          </Button>
          {importing.error !== undefined && csv !== '' && (
            <Button variant="default" onClick={() => void look(csv)} disabled={isRunning}>
              Check again
            </Button>
          )}
          <Button
            loading={importing.isRunning}
            disabled={shown === undefined || toDo === 0 || isRunning}
            onClick={() => {
              if (shown !== undefined) void importing.submit({ csv, preview: shown.preview })
            }}
          >
            {toDo === 0 ? 'Import' : `Import ${toDo} ${toDo === 1 ? 'change' : 'changes'}`}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
