import { describeEventLog } from '#tests/commands/log/event-log-contract.ts'
import { openPostgresLog } from './storage.ts'

describeEventLog('Postgres log', openPostgresLog, { gaplessPositions: true, idsUniqueInLog: true })
