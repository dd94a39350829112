import { Alert, Button, Group, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import { DialogEnd } from '#web/ui/dialog-end.tsx'
import { MAX_FILE, NOT_UTF_8, type PriceFile } from '#api/catalogue/contracts/price-import.ts'
import { useCommand } from '#web/shell/use-command.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useReturnFocus } from '#web/ui/use-return-focus.ts'
import { ImportLines } from './import-lines.tsx'
import { importPrices, previewImport } from './price-import-api.ts'
import styles from './prices.module.css'

/** A price list from a spreadsheet: chosen, looked at line by line, and imported as it was looked at. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const input = useId()
  const [file, setFile] = useState<PriceFile>()
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
  const look = async (chosen: PriceFile) => {
    setFile(chosen)
    importing.clearError()
    setPreview(undefined)
    setPreview(await looking.submit(chosen))
  }
  const choose = async (chosen: File | undefined) => {
    setWrong(undefined)
    looking.clearError()
    setPreview(undefined)
    if (chosen === undefined) return
    if (chosen.size > MAX_FILE) {
      setWrong(`The file is too large. The limit is ${MAX_FILE / 1_000} kB`)
      return
    }
    const text = await chosen.text().catch(() => undefined)
    if (text === undefined) {
      setWrong('The file could not be read. Choose it again.')
      return
    }
    // What a decoder puts where bytes are no UTF-8, and what UTF-16 has between its letters.
    if (/[\0\ufffd]/.test(text)) {
      setWrong(NOT_UTF_8)
      return
    }
    await look({ csv: text })
  }
  const close = () => {
    if (isRunning) return
    importing.leave()
    onClose()
  }
  const shown = preview?.data
  const toDo = shown === undefined ? 0 : shown.counts.new + shown.counts.changed
  const question = looking.error?.errors['comma']?.join(' ')
  const error = wrong ?? (question === undefined ? looking.error?.message : undefined) ?? importing.error?.message
  return (
    <Dialog onClose={close} title="Import a price list" closeOnClickOutside={false} size="xl">
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
        {question !== undefined && file !== undefined && (
          <Alert color="yellow" variant="outline" role="alert">
            <p className={styles['about'] ?? ''}>{question}</p>
            <Group mt="xs">
              <Button variant="default" onClick={() => void look({ ...file, comma: 'thousands' })}>
                Thousands
              </Button>
              <Button variant="default" onClick={() => void look({ ...file, comma: 'decimals' })}>
                Decimals
              </Button>
            </Group>
          </Alert>
        )}
        {looking.isRunning && <p role="status">Checking the changes</p>}
        {shown !== undefined && <ImportLines preview={shown} />}
        <DialogEnd>
          <Button variant="default" onClick={close} disabled={isRunning}>
            Close
          </Button>
          {importing.error !== undefined && file !== undefined && (
            <Button variant="default" onClick={() => void look(file)} disabled={isRunning}>
              Check again
            </Button>
          )}
          <Button
            loading={importing.isRunning}
            disabled={shown === undefined || toDo === 0 || isRunning}
            onClick={() => {
              if (shown !== undefined && file !== undefined) void importing.submit({ ...file, preview: shown.preview })
            }}
          >
            {toDo === 0 ? 'Import' : `Import ${toDo} ${toDo === 1 ? 'change' : 'changes'}`}
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  )
}
