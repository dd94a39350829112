import { describeEventLog } from './event-log-contract.ts'
import { openPostgresLog } from './postgres-storage.ts'

describeEventLog('Postgres log', openPostgresLog, { gaplessPositions: true, idsUniqueInLog: true })
