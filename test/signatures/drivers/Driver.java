import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Driver {
  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] fields = line.split("\t", -1);
      List<String> secrets = new ArrayList<>();
      for (String key : fields[2].split(",")) secrets.add(new String(Base64.getDecoder().decode(key), UTF_8));
      byte[] body = Base64.getDecoder().decode(fields[3]);
      Map<String, String> headers = new HashMap<>();
      for (int index = 4; index < fields.length; index += 1) {
        String[] parts = fields[index].split("=", 2);
        headers.put(parts[0], parts[1]);
      }
      boolean valid = false;
      try {
        valid =
            fields[0].equals("hub")
                ? Verify.isHubSigned(headers::get, body, secrets)
                : Verify.isSigned(headers::get, body, secrets, Long.parseLong(fields[1]));
      } catch (IllegalArgumentException malformed) {
        // Refused.
      }
      System.out.println(valid ? "accepted" : "refused");
    }
  }
}
