import * as v from 'valibot'
import { appMethod, plainMethod } from './app-method.ts'
import type { AppMethod, AppMethods } from './app-method.ts'
import type { SessionContext } from './session-context.ts'

const UNSUPPORTED = { error: 'UNSUPPORTED' }

/** Methods of features that this client does not have, with the answers of such clients. */
export function absentMethods(context: SessionContext): AppMethods {
  const answer = (since: string, eventType: string, eventData: unknown): AppMethod =>
    plainMethod(since, () => context.emit(eventType, eventData))
  return {
    web_app_open_invoice: appMethod('6.1', v.object({ slug: v.string() }), ({ slug }) =>
      context.emit('invoice_closed', { slug, status: 'cancelled' }),
    ),
    web_app_open_scan_qr_popup: answer('6.4', 'scan_qr_popup_closed', {}),
    web_app_close_scan_qr_popup: plainMethod('6.4', () => undefined),
    web_app_biometry_get_info: answer('7.2', 'biometry_info_received', { available: false }),
    web_app_biometry_request_access: answer('7.2', 'biometry_info_received', { available: false }),
    web_app_share_to_story: plainMethod('7.8', () => context.ports.toast('No stories in the demo')),
    web_app_set_emoji_status: answer('8.0', 'emoji_status_failed', UNSUPPORTED),
    web_app_request_emoji_status_access: answer('8.0', 'emoji_status_access_requested', {
      status: 'cancelled',
    }),
    web_app_check_location: answer('8.0', 'location_checked', { available: false }),
    web_app_request_location: answer('8.0', 'location_requested', { available: false }),
    web_app_start_accelerometer: answer('8.0', 'accelerometer_failed', UNSUPPORTED),
    web_app_start_gyroscope: answer('8.0', 'gyroscope_failed', UNSUPPORTED),
    web_app_start_device_orientation: answer('8.0', 'device_orientation_failed', UNSUPPORTED),
    web_app_request_chat: answer('9.6', 'requested_chat_failed', UNSUPPORTED),
  }
}
