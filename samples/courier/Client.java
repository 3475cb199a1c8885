import java.net.HttpURLConnection;
import java.net.URI;

/** Posts its input, as any program in Java would. */
class Client {
    public static void main(String[] args) throws Exception {
        var connection = (HttpURLConnection) URI.create(args[0]).toURL().openConnection();
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        try (var out = connection.getOutputStream()) {
            System.in.transferTo(out);
        }
        System.out.println(connection.getResponseCode());
    }
}
