import * as v from 'valibot'
import {
  appMethod,
  RequestIdSchema,
  type AppMethods,
  type SessionContext,
} from './session-context.ts'

const CustomSchema = v.object({
  req_id: v.string(),
  method: v.string(),
  params: v.optional(v.unknown(), {}),
})
const StorageKeySchema = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/))
const KeysSchema = v.object({ keys: v.array(StorageKeySchema) })
const SaveSchema = v.object({
  key: StorageKeySchema,
  value: v.pipe(v.string(), v.maxLength(4096)),
})

type CustomResult = { result: unknown } | { error: string }

/** What the Mini App keeps: at the bot ("cloud") and on the device. */
export function storageMethods(context: SessionContext): AppMethods {
  return {
    web_app_invoke_custom_method: appMethod('6.9', CustomSchema, ({ req_id, method, params }) =>
      context.emit('custom_method_invoked', {
        req_id,
        ...invoke(context.ports.storage.cloud, method, params),
      }),
    ),
    ...deviceStorageMethods(context, 'device'),
    ...deviceStorageMethods(context, 'secure'),
  }
}

function invoke(cloud: Map<string, string>, method: string, params: unknown): CustomResult {
  switch (method) {
    case 'getStorageKeys':
      return { result: [...cloud.keys()] }
    case 'getStorageValues':
      return withParams(KeysSchema, params, ({ keys }) =>
        Object.fromEntries(keys.map((key) => [key, cloud.get(key) ?? ''])),
      )
    case 'saveStorageValue':
      return withParams(SaveSchema, params, ({ key, value }) => cloud.set(key, value).has(key))
    case 'deleteStorageValues':
      return withParams(KeysSchema, params, ({ keys }) => {
        keys.forEach((key) => cloud.delete(key))
        return true
      })
    case 'getCurrentTime':
      return { result: Math.floor(Date.now() / 1000) }
    default:
      return { error: 'METHOD_NOT_FOUND' }
  }
}

function withParams<Schema extends v.GenericSchema>(
  schema: Schema,
  params: unknown,
  run: (parsed: v.InferOutput<Schema>) => unknown,
): CustomResult {
  const parsed = v.safeParse(schema, params)
  return parsed.success ? { result: run(parsed.output) } : { error: 'PARAMS_INVALID' }
}

function deviceStorageMethods(context: SessionContext, kind: 'device' | 'secure'): AppMethods {
  const storage = context.ports.storage[kind]
  const KeySchema = v.object({ req_id: v.string(), key: v.string() })
  return {
    [`web_app_${kind}_storage_save_key`]: appMethod(
      '9.0',
      v.object({ ...KeySchema.entries, value: v.nullable(v.string()) }),
      ({ req_id, key, value }) => {
        if (value === null) storage.delete(key)
        else storage.set(key, value)
        context.emit(`${kind}_storage_key_saved`, { req_id })
      },
    ),
    [`web_app_${kind}_storage_get_key`]: appMethod('9.0', KeySchema, ({ req_id, key }) =>
      context.emit(`${kind}_storage_key_received`, { req_id, value: storage.get(key) ?? null }),
    ),
    [`web_app_${kind}_storage_clear`]: appMethod('9.0', RequestIdSchema, ({ req_id }) => {
      storage.clear()
      context.emit(`${kind}_storage_cleared`, { req_id })
    }),
  }
}
