// Java 11 or later.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class Verify {
  private static final long TOLERANCE_IN_SECONDS = 300;
  private static final int SHORTEST_KEY = 24;

  private Verify() {}

  /**
   * Whether the service signed the request (Standard Webhooks).
   *
   * @param header the value of a header, or null: {@code request::getHeader}
   * @param body the raw bytes, before parsing
   * @param secrets one, or two during a rotation
   * @param now Unix seconds: {@code Instant.now().getEpochSecond()}
   * @throws IllegalArgumentException when a secret is malformed
   */
  public static boolean isSigned(UnaryOperator<String> header, byte[] body, List<String> secrets, long now)
      throws GeneralSecurityException {
    String id = header.apply("webhook-id");
    String timestamp = header.apply("webhook-timestamp");
    String signatures = header.apply("webhook-signature");
    if (id == null || timestamp == null || signatures == null || !timestamp.matches("[0-9]{1,15}")) return false;
    if (Math.abs(now - Long.parseLong(timestamp)) > TOLERANCE_IN_SECONDS) return false;
    ByteArrayOutputStream signed = new ByteArrayOutputStream();
    signed.writeBytes((id + "." + timestamp + ".").getBytes(UTF_8));
    signed.writeBytes(body);
    for (byte[] key : secrets.stream().map(Verify::keyOf).collect(Collectors.toList())) {
      String expected = "v1," + Base64.getEncoder().encodeToString(hmac(key, signed.toByteArray()));
      for (String signature : signatures.split(" ")) if (isEqual(signature, expected)) return true;
    }
    return false;
  }

  /**
   * Whether the header X-Hub-Signature-256 is valid. It does not cover the time: the same request is valid for ever.
   *
   * @throws IllegalArgumentException when a secret is too short
   */
  public static boolean isHubSigned(UnaryOperator<String> header, byte[] body, List<String> secrets)
      throws GeneralSecurityException {
    String given = header.apply("x-hub-signature-256");
    if (given == null) return false;
    for (String secret : secrets) {
      if (secret.length() < SHORTEST_KEY) throw new IllegalArgumentException("the secret must have 24 characters or more");
      StringBuilder expected = new StringBuilder("sha256=");
      for (byte one : hmac(secret.getBytes(UTF_8), body)) expected.append(String.format("%02x", one));
      if (isEqual(given, expected.toString())) return true;
    }
    return false;
  }

  /** The key of a secret. With an empty secret anybody can sign. */
  private static byte[] keyOf(String secret) {
    byte[] key = secret.startsWith("whsec_") ? Base64.getDecoder().decode(secret.substring("whsec_".length())) : new byte[0];
    if (key.length >= SHORTEST_KEY) return key;
    throw new IllegalArgumentException("the secret must be whsec_ and the Base64 of 24 bytes or more");
  }

  private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(data);
  }

  private static boolean isEqual(String given, String expected) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), expected.getBytes(UTF_8));
  }
}
