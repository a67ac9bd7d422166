export const termsEs = `Condiciones de uso
{appName} vincula tu billetera con tu cuenta de Telegram, con prueba. No puede hacer nada más con ninguna de las dos.

## Qué es esto
{operatorName} lleva este bot. Conectas una billetera y firmas un mensaje en ella, quizá un segundo que nombra tu cuenta de Telegram; la firma demuestra que la billetera es tuya, y {operatorName} lo sabrá. Firmar no cuesta nada.
La prueba dice qué billetera pertenece a qué cuenta de Telegram. No dice quién eres, qué tienes ni a qué tienes derecho. De una multifirma solo dice que sus titulares han firmado por ella, no que uno de ellos la controle solo.

## Qué no hace nunca
- No guarda claves ni monedas.
- Nunca pide una transacción, un pago ni un permiso para gastar.
- Nunca pide tu frase secreta ni tu clave privada.
Quien te pida algo de esto en nombre de {appName} es un estafador.

## Qué depende de ti
- Vincula solo billeteras que sean tuyas.
- Aprueba en tu billetera solo lo que hayas empezado tú hace un momento. Quien aprueba el enlace o el código QR de otra persona le entrega la prueba de su billetera.
- Lee lo que muestra tu billetera antes de aprobarlo. Si nombra una cuenta de Telegram que no es la tuya, recházalo: vincularía tu billetera con esa cuenta. Si muestra una transacción, recházala: no viene de aquí.
- Como titular de una multifirma puedes firmar para otro miembro. Entonces la página y el mensaje nombran a ese miembro y la multifirma, y tu propia billetera no se vincula a nadie. Recházalo si no conoces a ambos.
- Desvincula una billetera que ya no sea tuya.

## Sin garantía
El servicio se ofrece tal como es y gratis. Puede equivocarse, interrumpirse o terminar, y las billeteras, las redes y Telegram, de los que depende, los llevan otros. En la medida en que la ley lo permita, nadie responde de los daños que resulten de usarlo o de no poder usarlo.

## Cómo terminarlo
Puedes dejarlo en cualquier momento: desvincula tus billeteras o bórralo todo, en la aplicación o con /delete. {operatorName} puede desvincular una billetera o cerrar el servicio.

## Contacto
{operatorName}:
{contact}
`
