/** Code of a connect request: 16 random bytes in unpadded base64url, after its kind. */
export const REQUEST_CODE = /^r1_[0-9A-Za-z_-]{22}$/
