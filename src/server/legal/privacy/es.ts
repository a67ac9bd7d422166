export const privacyEs = `Política de privacidad
{appName} recuerda qué billetera es tuya, porque lo has demostrado. Guarda lo que hace falta para ello y nada más, y tú puedes verlo, llevártelo y borrarlo todo al momento.

## Quién es responsable
{operatorName} lleva este bot y responde de lo que guarda. Escribe aquí con cualquier pregunta o petición:
{contact}

## Qué se guarda
- Tu cuenta de Telegram, tal como Telegram se la dice al bot: id, nombre, nombre de usuario, idioma, si el bot puede escribirte y cuándo abriste la aplicación por primera y por última vez.
- El idioma de la aplicación y del bot, si elegiste uno.
- Cada billetera que vinculas: su dirección, red y tipo, con qué solidez y cuándo se demostró, lo que firmó como tu prueba, con tu id de Telegram, y la etiqueta que quieras darle.
- Si haces que Telegram firme una prueba así: lo que Telegram dijo entonces de ti, sobre todo tu id, nombre, nombre de usuario, idioma, la dirección de tu foto y la hora. Pasa a formar parte de la prueba.
- Cada intento de vincular una billetera: cuándo se hizo y cómo acabó, el mensaje que tu billetera debía firmar, el nombre de la aplicación de billetera y qué aplicación de Telegram usabas, en qué versión.
- Tus respuestas a solicitudes de conexión: qué solicitud, qué billetera y cuándo.
- Las solicitudes de conexión que haces: para qué chat y hasta cuándo; y las billeteras que compartes como tarjeta: cuántas veces la abrieron otros y cuándo la última, pero no quién.
- De una multifirma que alguien consulta aquí: su dirección, sus titulares y cuántos deben aceptar, tal como lo muestra la cadena.
- Si pides a los titulares de una multifirma que firmen por ella: cuál es, el mensaje que deben firmar y hasta cuándo. Si firmas como uno de ellos: para quién, como qué titular y cuándo, tu firma o prueba, y si los demás titulares pueden ver tu nombre; si pueden, tu prueba se guarda también con sus vínculos, hasta que lo borres todo. Y que has abierto un enlace así o diste allí una firma, o cuándo se te pidió que firmaras, para que el bot pueda recordártelo, te diga cómo terminó y no lo pida demasiado.
- De un grupo en el que está el bot: su id y su título, y que tú, como administrador, has usado el bot en él.
- Cada vez que pides entrar en un grupo cuya puerta guarda este bot: en cuál, cuándo, cómo se decidió, con qué billetera y si lo que te dejó entrar sigue valiendo.
[members] - Para que un administrador te encuentre por tu nombre: cómo empiezan las palabras de tu nombre y tu nombre de usuario, como hashes con clave.
- Si un administrador desvincula una billetera tuya: que lo hizo, cuándo y por qué.
- Una lista de lo ocurrido: una billetera vinculada, traspasada o desvinculada, una prueba que ya no vale, una solicitud respondida.
No se lee nada más de tu billetera: ni tu saldo, ni tus pagos, ni tus otras direcciones; solo, si lo pides tú o un titular, por qué multifirmas firma. No hay publicidad ni analítica de terceros. Tu dispositivo guarda una clave de sesión, la conexión con tu billetera, qué aplicaciones de billetera abriste desde aquí y el idioma de la aplicación, solo para esta aplicación. La única cookie contiene ese idioma y nada más, para que la primera página llegue en él.

## Para qué
Para que {operatorName} sepa, con prueba, qué billetera pertenece a qué cuenta de Telegram; para que puedas verlo y deshacerlo; y, con los intentos, para encontrar y corregir fallos.

## Dónde, y cómo se protege
En el servidor en el que {operatorName} tiene este bot. Tu id de Telegram, tu nombre y nombre de usuario, los id y títulos de grupos, las etiquetas, los mensajes para firmar, las pruebas, las firmas y el contenido de lo ocurrido están cifrados en la base de datos, con una clave que no se guarda en ella. Las direcciones de billeteras, que cualquiera puede ver en la cadena, se guardan tal cual. El registro del programa no nombra a ningún miembro.

## Durante cuánto tiempo
- Una billetera vinculada: hasta que la desvincules; si lo hizo el botón del bot, hasta dos horas más, para que puedas deshacerlo.
- La huella de cada prueba que te llevaste, mostraste o incluiste en un token, y cuándo terminó: hasta que lo borres todo. Quien tiene la prueba puede preguntar aquí si tu billetera sigue vinculada con ella.
- Un intento: {attemptDays} después de acabar.
- La lista de lo ocurrido: {eventDays}, o más mientras quede algo por entregar.
- Una respuesta a una solicitud: hasta que lo borres todo; la billetera desaparece de ella cuando retiras la respuesta o desvinculas la billetera.
- Una solicitud de conexión: {eventDays} después de acabar. Una tarjeta: hasta que la retires o desvincules la billetera.
- Una petición de entrar en un grupo: {eventDays} después de hacerla; si te dejó entrar, mientras el bot esté en el grupo.
- Lo que se pidió a los titulares de una multifirma y lo que dieron: {attemptDays} después de acabar, o mientras un vínculo se apoye en ello. Lo que diste tú desaparece cuando lo retiras o lo borras todo.
- Lo que se leyó de una multifirma: mientras alguien lo necesite aquí, y {eventDays} más.
- Tu cuenta aquí, si no tiene ninguna billetera vinculada: {idleMemberDays} después de usarla por última vez.
- Lo que un administrador hizo con una billetera tuya: un año, sin tu nombre en cuanto lo borras todo.
- Todo, hasta el momento en que lo borres.
Quedan simples recuentos, como cuántos intentos fallaron un día. No nombran a nadie.

## Quién lo recibe
[members] - Los administradores que ha nombrado {operatorName}, en la aplicación: tu nombre, tu nombre de usuario y tu id de Telegram, tus billeteras vinculadas y qué se demostró de ellas, tus solicitudes y respuestas, y lo ocurrido. Pueden exportar tu nombre, tu id y tus billeteras como tabla.
- Los propios sistemas de {operatorName}, que preguntan a este servidor o reciben sus avisos: tu id de Telegram, tus billeteras vinculadas y tus respuestas, y de una multifirma las direcciones de los titulares que firmaron por ella, pero no tus etiquetas. Cuando lo borras todo, también se les avisa.
- El miembro que pregunta, si respondes a su solicitud de conexión: tu nombre, tu nombre de usuario, tu ID de Telegram y la billetera que elijas. Antes de responder ves quién pregunta.
- Un sitio, si obtienes aquí un token para él y se lo das, o si lo hacen los sistemas de {operatorName}: tu ID de Telegram, las direcciones de todas tus billeteras vinculadas cuya prueba sigue siendo válida, cómo y cuándo se probó cada una, y la huella de cada prueba, con la que el sitio puede preguntar más tarde si el vínculo sigue ahí. Un token vale diez minutos, solo para ese sitio, y no se guarda aquí. Lo que el sitio ha leído, puede conservarlo.
- Quien tenga el enlace a una tarjeta que compartes: tu nombre, tu nombre de usuario y esa billetera.
- Quien tenga el enlace con el que preguntas a los titulares de una multifirma: tu nombre, tu nombre de usuario, qué multifirma es y qué titulares han firmado. Tu nombre como uno de esos titulares solo lo ven los demás, y solo si lo permites. Donde cada titular prueba una billetera propia, sus pruebas de la multifirma también contienen entonces tu id de Telegram y lo que firmaste, para quien las vea.
- Los administradores del grupo en el que pides entrar: tu nombre y tu nombre de usuario, que esperas y por qué, y si lo que te dejó entrar sigue valiendo; la dirección de tu billetera solo si el grupo la muestra como etiqueta junto a tu nombre.
- Telegram, que lleva los mensajes entre tú y el bot.
- El puente de la billetera que elijas, que lleva cifradas la petición y la respuesta entre esta aplicación y tu billetera. Ve tu dirección IP.
- Un proveedor de la red TON, al que se pregunta por direcciones de billeteras cuya clave puede cambiar y por multifirmas: quién firma por ellas y por cuáles firma una billetera vinculada. No se le dice de quién son.
[evm] - Reown, si conectas una billetera EVM: su servidor lleva cifradas la petición y la respuesta entre esta aplicación y tu billetera, te muestra una lista de billeteras y confirma a la tuya que esta página es auténtica. Ve tu dirección IP, pero no se le dice qué cuenta de Telegram es la tuya.
[evm] - Proveedores de las redes EVM, a los que se pregunta qué hay en la dirección de tu billetera y, si es un contrato, si acepta tu firma y, de una multifirma, quiénes son sus titulares. No se les dice de quién es.
[evm] - El servicio de transacciones de Safe, si se usa aquí: se le pregunta por qué Safe firma una billetera vinculada y si allí se han reunido firmas de un mensaje, por su hash. No se le dice de quién son.
Nadie más. No se vende nada.

## Qué puedes hacer
- Verlo y llevártelo todo: en la aplicación, Ajustes, «Ver todos mis datos».
- Desvincular una billetera, cambiar su etiqueta, retirar una respuesta o una tarjeta, cerrar una solicitud, dejar de preguntar a los titulares o retirar lo que diste como uno de ellos mientras no esté completo: en la aplicación.
- Borrarlo todo al momento: en la aplicación, Ajustes, «Borrar todo», o envía /delete al bot.
- Preguntar, corregir u oponerte: escribe a la dirección de arriba.
`
